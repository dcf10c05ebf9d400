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

/** The name of espalier's error schema if the application has its own schema `Error`. */
export const otherErrorName = 'FrameworkError'
