import type { VariableFacts } from './describe-variables'

const HEAD = `# Configuration

<!-- Write here what a variable means; \`npx tsx development/reference/main.ts\` puts in the order, the defaults and the forms of values. -->

Turnpike reads its configuration from the environment when it starts, and refuses to start with a list of what is missing or wrong. An
empty variable counts as unset. Lists are separated by commas. With \`_FILE\` behind its name, any variable holds a file's path
(\`TURNPIKE_SECRET_FILE=/run/secrets/turnpike\`). \`PORT\` and \`HOSTNAME\` say where the server listens.
`

/** The reference of all variables: the schema's rules for each, and its meaning from the present `page`. */
export function configurationPage(facts: readonly VariableFacts[], page: string): string {
  const meanings = readMeanings(page)
  const sections = facts.map(({ name, isRequired, standard, form }) => {
    const unset = isRequired ? 'required' : standard ? `\`${standard}\`` : 'unset'
    const lines = [`## \`${name}\``, meanings.get(name) ?? '', `Default: ${unset}.${form ? ` The value ${form}.` : ''}`]
    return lines.filter(Boolean).join('\n\n')
  })
  return `${[HEAD, ...sections].join('\n')}\n`.replaceAll(/\n(?=## )/g, '\n\n').replaceAll(/\n{3,}/g, '\n\n')
}

/** The text between the heading of a variable and its default. */
const readMeanings = (page: string): Map<string, string> =>
  new Map(
    [...page.matchAll(/^## `([A-Z0-9_]+)`\n\n([\s\S]*?)\n\nDefault: /gm)].map(([, name = '', text = '']) => [
      name,
      text,
    ]),
  )
