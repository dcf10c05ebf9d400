import { espalier } from 'espalier'
import { standardSchema } from 'espalier/standard-schema'
import * as z from 'zod'

export const Person = z.object({ name: z.string().trim().min(1), role: z.enum(['reader', 'staff']).default('reader') })

export const createApp = () =>
  espalier()
    .withTypeProvider(standardSchema())
    .post('/people', { schema: { body: Person } }, ({ body }, reply) => reply.code(201).send(body))
