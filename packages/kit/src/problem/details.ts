/** Converts an error to the members `detail`, `code` and `errors` of problem details. */

/** An error with the status 400. */
export interface Thrown extends Error {
  readonly code?: unknown
  readonly expose?: unknown
  readonly validation?: unknown
  readonly validationContext?: unknown
}

interface Finding {
  readonly keyword?: unknown
  readonly instancePath?: unknown
  readonly message?: unknown
  readonly params?: Readonly<Record<string, unknown>>
}

interface Details {
  readonly detail: string
  readonly code?: string
  readonly errors: { in: string; path: string; code: string; message: string }[]
}

/** The largest number of validation errors in a response. A client can cause any number of them. */
const most = 100

/** Returns the message and code of an error, and its validation errors. If `expose` is false, the message is not for clients, and is omitted. */
export function detailsOf({ message, code, expose, validation, validationContext }: Thrown): Details {
  if (expose !== undefined && expose !== null && expose !== true) return { detail: 'Bad Request', errors: [] }
  const findings: readonly Finding[] = Array.isArray(validation) ? validation.slice(0, most) : []
  const part = typeof validationContext === 'string' ? validationContext : ''
  return {
    detail: message,
    ...(typeof code === 'string' && { code }),
    errors: findings
      .filter((finding) => typeof finding === 'object' && finding !== null)
      .map((finding) => ({
        in: part,
        path: pathOf(finding),
        code: textOf(finding.keyword, 'invalid'),
        message: textOf(finding.message, 'is invalid')
      }))
  }
}

const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)

/** Returns the JSON pointer of an invalid value. For a missing or additional field, validators report the object, so the field's name is appended. */
function pathOf({ instancePath, params }: Finding): string {
  const field = params?.missingProperty ?? params?.additionalProperty
  const path = textOf(instancePath, '')
  return typeof field === 'string' ? `${path}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}` : path
}
