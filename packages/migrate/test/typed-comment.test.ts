import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { entries } from '../src/module-name.ts'
import { loadParser } from '../src/parser.ts'
import { readSource } from '../src/source-file.ts'

const parse = await loadParser()

const bindings: [code: string][] = [
  ["const NAME = require('fastify')"],
  ['const NAME = require("fastify")'],
  ["const other = 1, NAME = require('fastify')"],
  ["const NAME = require('fastify').fastify"],
  ["const { fastify: NAME } = require('fastify')"],
  ["import NAME from 'fastify'"],
  ["import * as NAME from 'fastify'"],
  ["import { fastify as NAME } from 'fastify'"]
]

const names = fc.constantFrom('fastify', 'Fastify', 'f', '$server', 'fastify_5')

const comments = fc.constantFrom(
  '/** @typedef {NAME.FastifyInstance} FastifyInstance */',
  '/**\n * @param {NAME.FastifyRequest} request\n */',
  '/** @type {Promise<NAME.FastifyReply>} */',
  '/** @param {(app: NAME.FastifyInstance) => void} plugin */',
  '/** @type {import("node:http").Server & NAME.FastifyInstance} */',
  '/**\n * @typedef {{\n *   app: NAME.FastifyInstance\n * }} Context\n */',
  '/** @returns {NAME . FastifyInstance[]} */'
)

const beside = fc.constantFrom(
  '/** NAME.listen() starts it */',
  '// {NAME}',
  '/** @param {string} NAME the app */',
  '/** @type {my.NAME.Type} */',
  ''
)

test('a file whose comments use types of the module gets the entry with types, and other files do not', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...bindings),
      names,
      comments,
      beside,
      fc.boolean(),
      ([code], name, typed, quiet, takes) => {
        const text = [code, quiet, takes ? typed : ''].join('\n').replaceAll('NAME', name)
        const { entry } = readSource(text, 'js', parse)
        assert.equal(entry, takes ? entries.typed : entries.plain, text)
      }
    )
  )
})

test('a name from another module is ignored', () => {
  for (const text of [
    "const { fastify } = require('fastify')\nconst app = require('./app')\n/** @type {app.FastifyInstance} */",
    "const app = require('fastify')()\n/** @type {app.Settings} */",
    "const fastify = require('./own')\nrequire('fastify')\n/** @type {fastify.FastifyInstance} */"
  ])
    assert.equal(readSource(text, 'js', parse).entry, entries.plain)
})
