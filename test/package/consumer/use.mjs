import assert from 'node:assert/strict'
import espalier, { espalier as named } from 'espalier'
import bearerAuth from 'espalier/bearer-auth'
import { greet, guard } from './serve.mjs'

assert.equal(named, espalier)
await greet(espalier)
await guard(espalier, bearerAuth)
