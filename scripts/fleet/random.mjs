import { randomFrom } from '../random.mjs'

/** Random numbers from 0 to below `limit`, the same for the same seed. */
export const createRandom = (seed) => randomFrom(seed).below
