const assert = require('node:assert/strict')
const espalier = require('espalier')
const { bearerAuth } = require('espalier/bearer-auth')
const { greet, guard } = require('./serve.mjs')

assert.equal(typeof espalier, 'function')
assert.equal(espalier.espalier, espalier)
assert.equal(espalier.default, espalier)

greet(espalier).then(() => guard(espalier, bearerAuth))
