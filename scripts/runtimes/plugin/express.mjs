import express from '@fastify/express'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(express)
  app.use('/legacy', (request, response) =>
    response.set('x-engine', 'express').status(203).json({ path: request.path })
  )
  app.get('/modern', () => 'modern')
  return app
}

export async function talk(ask) {
  await ask('/legacy/page')
  await ask('/modern')
}
