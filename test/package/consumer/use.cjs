const assert = require('node:assert/strict')
const espalier = require('espalier')

assert.equal(typeof espalier, 'function')
assert.equal(espalier.espalier, espalier)
assert.equal(espalier.default, espalier)

const { greet } = require('./greet.mjs')
greet(espalier)
