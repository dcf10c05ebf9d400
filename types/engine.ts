// Options that engines take as they are, typed by the engines themselves: the one place where their types enter ours.

export type { Ajv, Options as AjvCustomOptions } from 'ajv'
export type { Options as SerializerOptions } from 'fast-json-stringify'
export type { DestinationStream, LoggerOptions as PinoOptions } from 'pino'
