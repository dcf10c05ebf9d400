/** The help desk with one route more: a POST without a key, whose handler goes on for a while behind its write. All POSTs of the help desk itself have keys. */
import { plugin, Type } from 'espalier'
import { createHelpDesk } from '../../../.build/examples/helpdesk/app.js'
import { database } from '../../../.build/examples/helpdesk/database.js'

const notes = plugin({
  name: 'notes',
  needs: [database],
  setup: (app) => {
    const schema = { body: { text: Type.String() }, response: { 201: { written: Type.Boolean() } } }
    app.post('/notes', { schema }, async ({ body }, reply) => {
      await app.db.query('insert into notes (text) values ($1)', [body.text])
      await app.db.query('select pg_sleep(0.02)')
      return reply.code(201).send({ written: true })
    })
  }
})

export const createApp = (env) => createHelpDesk(env).register(notes)
