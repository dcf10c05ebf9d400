/**
 * Finds entries of a response map that no answer can meet. The route would answer 500 at its first request, or by an undeclared status or media type.
 * So the boot refuses it.
 */
import { errors } from '../error/error.ts'
import { MediaType } from '../http/media-type.ts'
import type { NormalizedRouteSchema, RouteName } from '../schema/route-schema.ts'

/** @throws ESP_ERR_RESPONSE_UNREACHABLE naming the entry and the fix */
export function refuseUnmet(response: NormalizedRouteSchema['response'], { method, url }: RouteName): void {
  for (const [status, declared] of response ?? []) {
    const refuse = (what: string, fix: string) => {
      throw new errors.ESP_ERR_RESPONSE_UNREACHABLE(url, method, what, fix)
    }
    if (status.startsWith('1')) refuse(`'${status}'`, 'a 1xx status is interim. Declare the final status')
    if (!('content' in declared)) continue
    for (const mediaType of declared.content.keys()) {
      const what = `'${mediaType}' for '${status}'`
      if (withoutContent.has(status)) refuse(what, `a response of ${status} has no content. Declare Type.Null() for it`)
      if (!canBeSent(mediaType))
        refuse(what, "it is not a media type that a response can have. List each one, or '*/*' for all")
    }
  }
}

/** RFC 9110 §15.3.5, §15.3.6, §15.4.5 */
const withoutContent: ReadonlySet<string> = new Set(['204', '205', '304'])

/** Answers are matched by their whole media type: a range such as `text/*` is the type of none. */
function canBeSent(mediaType: string): boolean {
  return mediaType === '*/*' || (MediaType.parse(mediaType).isValid && !mediaType.includes('*'))
}
