/**
 * Replaces `node:module` on workers (`#module` in package.json), where `require` cannot find packages at run time. Every package that an app may load
 * is imported here, so that bundlers include it.
 */
import createError from '@fastify/error'
import proxyAddress from '@fastify/proxy-addr'
import * as typebox from '@sinclair/typebox'
import * as ajv from 'ajv/package.json'
import avvio from 'avvio'
import * as own from 'espalier/package.json'
import * as fastJsonStringify from 'fast-json-stringify/package.json'
import querystring from 'fast-querystring'
import findMyWay from 'find-my-way'
import sjson from 'secure-json-parse'
import semver from 'semver'
import { pinoOfWorkers } from './pino.ts'
import { quiet } from './quiet.ts'

const packages: Readonly<Record<string, unknown>> = {
  '@fastify/error': createError,
  '@fastify/proxy-addr': proxyAddress,
  '@sinclair/typebox': typebox,
  'ajv/package.json': { name: ajv.name, version: ajv.version },
  avvio,
  'avvio/lib/debug.js': quiet,
  'espalier/package.json': { name: own.name, version: own.version, dependencies: own.dependencies },
  'fast-json-stringify/package.json': { name: fastJsonStringify.name, version: fastJsonStringify.version },
  'fast-querystring': querystring,
  'find-my-way': findMyWay,
  pino: pinoOfWorkers,
  'secure-json-parse': sjson,
  semver
}

function require(name: string): unknown {
  const found = name.startsWith('node:') ? process.getBuiltinModule(name) : packages[name]
  if (found !== undefined) return found
  throw new Error(`The module '${name}' is not there on workers.`)
}

/** Unlike Node's `require`, this one ignores the location of the caller. */
export const createRequire = Object.assign(() => Object.assign(require, { cache: {} }), { isOfWorkers: true })
