/** Refuses entries of a response map that no response can match, such as `1xx` or `text/*`. Otherwise the route would fail at its first request. */
import { errors } from '../error/error.ts'
import { MediaType } from '../http/media-type.ts'
import type { NormalizedRouteSchema, RouteName } from '../schema/route-schema.ts'
import { contentless } from '../stage/framing.ts'

export function refuseUnreachableResponses(
  response: NormalizedRouteSchema['response'],
  { method, url }: RouteName
): void {
  for (const [status, declared] of response ?? []) {
    const refuse = (what: string, fix: string) => {
      throw new errors.ESP_ERR_RESPONSE_UNREACHABLE(url, method, what, fix)
    }
    if (status.startsWith('1')) refuse(`'${status}'`, 'a 1xx status is interim. Declare the final status')
    if (!('content' in declared)) continue
    for (const mediaType of declared.content.keys()) {
      const what = `'${mediaType}' for '${status}'`
      if (contentless.has(Number(status)))
        refuse(what, `a response of ${status} has no content. Declare Type.Null() for it`)
      if (!canBeSent(mediaType))
        refuse(what, "it is not a media type that a response can have. List each one, or '*/*' for all")
    }
  }
}

/** Media types are compared exactly, so a range such as `text/*` never matches. */
const canBeSent = (mediaType: string): boolean =>
  mediaType === '*/*' || (MediaType.parse(mediaType).isValid && !mediaType.includes('*'))
