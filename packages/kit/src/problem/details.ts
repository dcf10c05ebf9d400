/** The members of a problem that come from the error. */

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

/** A client chooses how many values are wrong, so only the first are listed. */
const most = 100

/** Returns the text of an error and its findings. The text of an error that is not for clients is left out. */
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

/** A field that is missing, or is one too many, is named by the object around it: the path goes on to the field. */
function pathOf({ instancePath, params }: Finding): string {
  const field = params?.missingProperty ?? params?.additionalProperty
  const path = textOf(instancePath, '')
  return typeof field === 'string' ? `${path}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}` : path
}
