import assert from 'node:assert/strict'
import espalier, { espalier as named } from 'espalier'
import { greet } from './greet.mjs'

assert.equal(named, espalier)
await greet(espalier)
