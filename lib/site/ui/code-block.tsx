import { CopyButton } from './copy-button'

/** Commands or JSON to read and copy; long lines wrap. `name` says what it is ("command to pay by terminal"). */
export function CodeBlock({ code, name }: { code: string; name: string }) {
  return (
    <div className="flow-root min-w-0 border border-rule bg-sheet">
      <CopyButton value={code} name={name} className="float-end" />
      <pre className="min-h-11 px-4 py-3 font-mono text-small wrap-anywhere whitespace-pre-wrap">
        <code>{code}</code>
      </pre>
    </div>
  )
}
