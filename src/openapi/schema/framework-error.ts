/** The schema of the body of the framework's errors. */
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

/** The component's name if the application has its own schema `Error`. */
export const otherErrorName = 'FrameworkError'
