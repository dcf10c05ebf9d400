/** The body of an error that the framework writes. */
export const frameworkError = {
  $id: 'Error',
  type: 'object',
  required: ['statusCode', 'message'],
  properties: {
    statusCode: { type: 'integer', description: 'The status.' },
    code: { type: 'string', description: 'What went wrong, for programs.' },
    error: { type: 'string', description: 'The name of the status.' },
    message: { type: 'string', description: 'What went wrong, for people.' }
  }
}

/** Its name where the application has a schema called `Error` itself. */
export const otherErrorName = 'FrameworkError'
