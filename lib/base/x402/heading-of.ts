import { titleAndRest } from './title-and-rest'

type Named = { name: string | null; description: string | null; resource: string }

/**
 * A listing's heading and the text below it. Without a name, the heading is the first sentence of the description if
 * that is short enough, else the address.
 */
export function headingOf({ name, description, resource }: Named): {
  title: string
  rest: string | null
} {
  if (name !== null) return { title: name, rest: description }
  const { title, rest = null } = titleAndRest(description ?? undefined, resource.replace(/^https?:\/\//, ''))
  return { title, rest }
}
