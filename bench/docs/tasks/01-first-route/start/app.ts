import { espalier } from 'espalier'

export const createApp = () => espalier()
