export interface BadRequest extends Error {
  readonly code?: unknown
  readonly expose?: unknown
  readonly validation?: unknown
  readonly validationContext?: unknown
}

interface ReportedError {
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

/** Limits the size of a response, because one request can cause any number of validation errors. */
const maxErrors = 100

export function detailsOf({ message, code, expose, validation, validationContext }: BadRequest): Details {
  if (expose !== undefined && expose !== null && expose !== true) return { detail: 'Bad Request', errors: [] }
  const reported: readonly ReportedError[] = Array.isArray(validation) ? validation.slice(0, maxErrors) : []
  const part = typeof validationContext === 'string' ? validationContext : ''
  return {
    detail: message,
    ...(typeof code === 'string' && { code }),
    errors: reported
      .filter((one) => typeof one === 'object' && one !== null)
      .map((one) => ({
        in: part,
        path: pathOf(one),
        code: textOf(one.keyword, 'invalid'),
        message: textOf(one.message, 'is invalid')
      }))
  }
}

const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)

/**
 * Returns the JSON pointer of an invalid value. For a missing or additional field, validators report the object. So the name of the field is
 * appended.
 */
function pathOf({ instancePath, params }: ReportedError): string {
  const field = params?.missingProperty ?? params?.additionalProperty
  const path = textOf(instancePath, '')
  return typeof field === 'string' ? `${path}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}` : path
}
