import { Fragment } from 'react'

/** A text that may be a URL: a long one breaks after a slash, not within a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
