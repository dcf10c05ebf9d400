// Preloaded into every test process: a warning nobody expects fails the test. A test that expects one listens for it,
// and Node's notes about its own experimental features are not about us.
const listeners = process.listenerCount('warning') + 1

process.on('warning', (warning) => {
  const isExpected = process.listenerCount('warning') > listeners
  if (!isExpected && warning.name !== 'ExperimentalWarning') throw warning
})
