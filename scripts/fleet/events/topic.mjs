/** The topics of the fleet, and the two routes over them. */
import { topic } from '@espalier/events'
import { endpoint, events, Type } from 'espalier'

const Counted = Type.Object({ writer: Type.Integer(), n: Type.Integer(), at: Type.Number() })
const stream = events({ counted: Counted, reset: Type.Null() })
const params = { topic: Type.String() }

export const counted = topic('counted', stream)
export const watch = endpoint('GET /topics/:topic', { params, response: { 200: stream } })
export const publish = endpoint('POST /topics/:topic', { params, body: Counted, response: { 204: Type.Null() } })
