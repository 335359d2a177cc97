import type { VariableFacts } from '@/lib/infra/describe-variables'

const HEAD = `# Configuration

<!-- Made by \`npm run reference\` from the schema of the environment and .env.example; change those. -->

Turnpike reads its configuration from the environment when it starts, and refuses to start with a list of what is missing or wrong. An
empty variable counts as unset. Lists are separated by commas.

Any variable may be read from a file: with \`_FILE\` behind its name, it holds the file's path (\`TURNPIKE_SECRET_FILE=/run/secrets/turnpike\`).
Set one or the other. Variables that look like ours and that nothing reads are named in the log at the start, with what was perhaps meant.

\`PORT\` and \`HOSTNAME\` say where the server listens; [deploying](deploy.md) uses them.
`

/** The reference of all variables: what the schema demands of each, and what \`.env.example\` says that it means. */
export function configurationPage(facts: readonly VariableFacts[], example: string): string {
  const meanings = readMeanings(example)
  const sections = facts.map(({ name, isRequired, standard, form }) => {
    const unset = isRequired ? 'required' : standard ? `\`${standard}\`` : 'unset'
    const lines = [`## \`${name}\``, meanings.get(name) ?? '', `Default: ${unset}.${form ? ` The value ${form}.` : ''}`]
    return lines.filter(Boolean).join('\n\n')
  })
  return `${[HEAD, ...sections].join('\n')}\n`.replaceAll(/\n(?=## )/g, '\n\n').replaceAll(/\n{3,}/g, '\n\n')
}

/** The comment above each variable. Variables on lines that follow each other share one. */
function readMeanings(example: string): Map<string, string> {
  const meanings = new Map<string, string>()
  let comment: string[] = []
  let isUsed = false
  for (const line of example.split('\n')) {
    const variable = /^([A-Z][A-Z0-9_]*)=/.exec(line)?.[1]
    if (variable) meanings.set(variable, comment.join('\n'))
    if (line.startsWith('# ') && isUsed) comment = []
    if (line.startsWith('# ')) comment.push(line.slice(2))
    if (line === '') comment = []
    isUsed = variable !== undefined
  }
  return meanings
}
