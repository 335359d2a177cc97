import { type ParseArgsConfig, parseArgs } from 'node:util'
import { DomainError } from '@/lib/base/infra/domain-error'

export type CommandInput = {
  words: string[]
  options: Record<string, string | undefined>
  flags: ReadonlySet<string>
}

type CommandRun = (input: CommandInput) => Promise<void>

export type Command = {
  usage: string
  does: string
  /** The most words it takes, and the fewest. */
  words?: { most: number; least: number }
  options?: string[]
  flags?: string[]
  /** Loaded when run: most commands load no chain, and a fresh clone has no database client for one of them. */
  load: () => Promise<CommandRun>
}

function helpOf(commands: Record<string, Command>): string {
  const lines = Object.entries(commands).map(
    ([name, { usage, does }]) => `  ${`${name} ${usage}`.trim()}\n      ${does}`,
  )
  return `Usage: turnpike-site <command>\n\n${lines.join('\n')}\n\nEach reads the environment, as the site does.`
}

/**
 * Reads a command line; a string is the help that it asks for. Nothing runs before all words are understood.
 * @throws DomainError USAGE for a command, word or option that does not exist, and for a word that is missing
 */
export function readCommand(
  commands: Record<string, Command>,
  [name = '', ...args]: string[],
): string | { command: Command; input: CommandInput } {
  const isHelp = (word: string) => word === '--help' || word === '-h'
  if (name === 'help' || isHelp(name)) return helpOf(commands)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new DomainError('USAGE', name ? `There is no command "${name}".` : helpOf(commands))
  const { usage, does, words = { most: 0, least: 0 } } = command
  const help = `Usage: turnpike-site ${`${name} ${usage}`.trim()}\nThis ${does}.`
  if (args.some(isHelp)) return help
  const input = readInput(command, args, help)
  const extra = input.words[words.most]
  if (extra !== undefined) throw new DomainError('USAGE', `"${extra}" is not understood.\n${help}`)
  if (input.words.length < words.least) throw new DomainError('USAGE', help)
  return { command, input }
}

function readInput({ options = [], flags = [] }: Command, args: string[], help: string): CommandInput {
  const config: ParseArgsConfig['options'] = {}
  for (const option of options) config[option] = { type: 'string' }
  for (const flag of flags) config[flag] = { type: 'boolean' }
  try {
    const { values, positionals: words } = parseArgs({ args, allowPositionals: true, options: config })
    const given = Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    )
    return { words, options: Object.fromEntries(given), flags: new Set(flags.filter((flag) => values[flag])) }
  } catch (cause) {
    throw new DomainError('USAGE', `${(cause as Error).message}\n${help}`, { cause })
  }
}
