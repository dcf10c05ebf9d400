// Loaded before a contender's program: answers what its process has used. It keeps no program alive.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpu: user + system, resident: process.memoryUsage.rss() })
})
process.channel.unref()
