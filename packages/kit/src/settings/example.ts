import type { TSchema } from '@sinclair/typebox'
import { expectationOf } from './expectation.ts'
import { isSecret } from './secret.ts'
import { isRequired } from './variable.ts'

/** Returns the lines for `.env.example`. An optional variable is commented out. Its value is the default, unless the setting is secret. */
export function exampleOf(name: string, schema: TSchema): string {
  const facts = [...(isSecret(schema) ? ['secret'] : []), ...(isRequired(schema) ? ['required'] : [])]
  const about = [
    ...(schema.description?.split(/\r\n?|[\n\u2028\u2029]/) ?? []),
    `${expectationOf(schema)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`
  ]
  const value = schema.default === undefined || isSecret(schema) ? '' : quote(textOf(schema.default))
  return `${about.map((line) => `# ${line}\n`).join('')}${isRequired(schema) ? '' : '# '}${name}=${value}\n`
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const isPlainList = Array.isArray(value) && value.every((item) => /^[^,[\]\s]+$/.test(String(item)))
  return isPlainList && value.length > 0 ? value.join(',') : JSON.stringify(value)
}

/** Returns an empty text if `node --env-file` cannot represent the value, such as a value with line breaks or with all three kinds of quotes. */
function quote(text: string): string {
  if (/^[\w.,:/@+-]*$/.test(text)) return text
  const mark = ["'", '"', '`'].find((one) => !text.includes(one))
  return mark === undefined || /[\r\n\\]/.test(text) ? '' : `${mark}${text}${mark}`
}
