import { health } from '@espalier/kit'
import { espalier } from 'espalier'

export const createApp = (ping: () => Promise<void>) =>
  espalier().register(health, { checks: { database: ping }, within: 100 })
