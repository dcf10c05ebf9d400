// Modules without types that bundlers resolve for workers.
declare module '#module' {
  export const createRequire: typeof import('node:module').createRequire
}
declare module 'avvio/lib/debug.js' {
  const debugging: { debug: (...values: unknown[]) => void }
  export default debugging
}
declare module 'pino/browser.js' {
  const pino: typeof import('pino').pino
  export default pino
}
declare module 'espalier/package.json' {
  export const dependencies: Readonly<Record<string, string>>
  export const name: string
  export const version: string
}
declare module 'ajv/package.json' {
  export const name: string
  export const version: string
}
declare module 'fast-json-stringify/package.json' {
  export const name: string
  export const version: string
}
declare module 'fast-json-stringify/lib/serializer.js' {
  const Serializer: unknown
  export default Serializer
}
