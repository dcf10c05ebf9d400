import { espalier } from 'espalier'

export const createApp = (ping: () => Promise<void>) => espalier().get('/', async () => ping().then(() => 'well'))
