/**
 * An address of this machine at which no other test listens, so that no other test takes a port that is closed for a moment. Systems other than Linux
 * have one such address alone.
 */
export const ownAddress =
  process.platform === 'linux' ? `127.77.${(process.pid >> 8) & 255}.${process.pid & 255}` : '127.0.0.1'
