/** Each command is imported only when it runs, so that the other commands start fast. */
import type { Command } from './command.ts'

interface Row {
  readonly does: string
  load(): Promise<Command>
}

export const commands: Readonly<Record<string, Row>> = {
  client: {
    does: 'writes a client of the endpoints of a module, without their schemas',
    load: async () => (await import('./client/client.ts')).client
  },
  compile: {
    does: 'writes the schemas of an application as a module, which a start reads instead of compiling them',
    load: async () => (await import('./compile/compile.ts')).compile
  },
  dev: {
    does: 'serves an application from its sources, anew at every save',
    load: async () => (await import('./dev/dev.ts')).dev
  },
  docs: {
    does: 'searches the documents of espalier that are installed, without a network',
    load: async () => (await import('./docs/docs.ts')).docs
  },
  endpoints: {
    does: 'writes the operations of an OpenAPI document as a module of endpoints',
    load: async () => (await import('./endpoints/endpoints.ts')).endpoints
  },
  env: {
    does: 'checks a file of variables against the settings of an application, or writes .env.example',
    load: async () => (await import('./env/env.ts')).env
  },
  explain: {
    does: 'explains a request: what runs for it, in order, and what does not, with the reason',
    load: async () => (await import('./explain/explain.ts')).explain
  },
  inspect: {
    does: 'writes a page with the contexts and routes of an application, and what runs for each',
    load: async () => (await import('./inspect/inspect.ts')).inspect
  },
  migrate: {
    does: 'moves an application from Fastify to espalier: its imports, and a list of what is left to you',
    load: async () => (await import('./migrate/migrate.ts')).migrate
  },
  openapi: {
    does: 'writes the OpenAPI document of an application',
    load: async () => (await import('./openapi/openapi.ts')).openapi
  },
  request: {
    does: 'sends a request to an application in this process, and prints the answer and what ran for it',
    load: async () => (await import('./request/request.ts')).request
  },
  routes: {
    does: 'lists the routes of an application with what guards them, those that nothing guards, or what a change did to them',
    load: async () => (await import('./routes/routes.ts')).routes
  }
}
