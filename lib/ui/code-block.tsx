import { CopyButton } from './copy-button'

/** Commands or JSON to read and copy; long lines wrap, so nothing hides beside the edge. `name` says what it is ("command to pay by terminal"). */
export function CodeBlock({ code, name }: { code: string; name: string }) {
  return (
    <div className="flex min-w-0 items-start border border-rule bg-sheet">
      <pre className="min-h-11 min-w-0 flex-1 px-4 py-3 font-mono text-small wrap-anywhere whitespace-pre-wrap">
        <code>{code}</code>
      </pre>
      <CopyButton value={code} name={name} className="shrink-0" />
    </div>
  )
}
