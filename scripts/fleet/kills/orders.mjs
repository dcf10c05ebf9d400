// The endpoint of the experiment, with a key and without.
import { idempotencyKey } from '@espalier/kit/idempotency-key'
import { endpoint, Type } from 'espalier/contract'

const schema = { body: { title: Type.String() }, response: { 201: { id: Type.Integer() } } }
export const addOrder = endpoint('POST /orders', { ...schema, headers: idempotencyKey })
export const addPlainOrder = endpoint('POST /orders', schema)
