// The app of a plugin's use, wherever it runs. It tells its errors: what a runtime lacks is to be read in the answer.
import { espalier } from '../../dist/src/index.js'

export const createApp = (options = {}) => espalier({ exposeErrors: true, ...options })
