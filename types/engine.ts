// Options of engines, with the engines' own types: the only import of those.

export type { Ajv, Options as AjvCustomOptions } from 'ajv'
export type { Options as SerializerOptions } from 'fast-json-stringify'
export type { DestinationStream, LoggerOptions as PinoOptions } from 'pino'
