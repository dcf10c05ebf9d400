import { espalier } from 'espalier'

export const createApp = (folder: string) => espalier().get('/folder', () => folder)
