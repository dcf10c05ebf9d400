// For `require`, and for compilers that know no `exports`: the same factory as the whole of the module, as Fastify's own declarations have it.
// @ts-ignore: under `module: node16` the compiler knows of no `require` of an ES module, which every supported Node does.
import { fastify } from './fastify-types.ts'
export = fastify
