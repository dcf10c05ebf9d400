// The types of Ajv, fast-json-stringify and pino for the options of an app. No other file of types/ imports these packages.

export type { Ajv, Options as AjvCustomOptions } from 'ajv'
export type { Options as SerializerOptions } from 'fast-json-stringify'
export type { DestinationStream, LoggerOptions as PinoOptions } from 'pino'
