import { ofPorts } from './experiment/ports.mjs'
import { ofProcesses } from './experiment/processes.mjs'
import { ofStores } from './experiment/stores.mjs'

/** In the order of the table. */
export const experiments = [...ofProcesses, ...ofStores, ...ofPorts]
