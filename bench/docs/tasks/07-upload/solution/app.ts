import { file, form } from '@espalier/kit/form'
import { uploads } from '@espalier/kit/uploads'
import { endpoint, espalier, Type } from 'espalier'

const storeCover = endpoint('POST /covers', {
  ...form({ title: Type.String(), cover: file({ maxBytes: 1000, types: ['image/png'] }) }),
  response: { 201: { title: Type.String(), bytes: Type.Integer() } }
})

export const createApp = (folder: string) =>
  espalier()
    .register(uploads, { folder })
    .route(storeCover, ({ body: { title, cover } }, reply) => reply.code(201).send({ title, bytes: cover.bytes }))
