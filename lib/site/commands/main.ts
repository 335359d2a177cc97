import { runProcess } from '@/lib/base/infra/process'
import { commands } from './commands'
import { readCommand } from './read-command'

/** The operator's program: `npm run site -- <command>`, or `node bin/turnpike-site.mjs <command>` in a release. */
await runProcess(async () => {
  const read = readCommand(commands, process.argv.slice(2))
  if (typeof read === 'string') return console.log(read)
  const run = await read.command.load()
  await run(read.input)
})
// An application watches its networks until it ends.
process.exit()
