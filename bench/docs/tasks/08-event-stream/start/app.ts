import { espalier } from 'espalier'

export const createApp = (journal: readonly string[]) => espalier().get('/count', () => ({ count: journal.length }))
