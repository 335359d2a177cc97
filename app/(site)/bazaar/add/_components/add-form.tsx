'use client'

import { useActionState } from 'react'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { SelectField } from '@/lib/ui/select-field'
import { TextField } from '@/lib/ui/text-field'
import { addService } from '../actions'
import { CheckList } from './check-list'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value }))

/** An address, what the bazaar finds there, and the button that lists it. Works without scripts; they show progress. */
export function AddForm() {
  const [state, send, isPending] = useActionState(addService, null)
  const { checks = [], isListable = false, rejection = null } = state ?? {}
  return (
    <div className="grid gap-8">
      <form
        action={send}
        className="grid max-w-measure gap-4"
        key={`${state?.url} ${state?.method} ${state?.toolName}`}
      >
        <TextField
          id="url"
          name="url"
          label="Address of the service"
          type="url"
          inputMode="url"
          placeholder="https://"
          defaultValue={state?.url ?? ''}
          required
          maxLength={2_048}
          autoComplete="off"
          // The answer fills the form again; text typed meanwhile would be lost.
          readOnly={isPending}
          isFigures
          hint="One that answers 402 to a request without payment. With a value for every parameter of its path."
          {...(state?.fault && { error: state.fault })}
        />
        <SelectField id="method" name="method" label="Method" options={methods} defaultValue={state?.method ?? 'GET'} />
        <TextField
          id="tool-name"
          name="toolName"
          label="Tool, if it is an MCP server"
          defaultValue={state?.toolName ?? ''}
          maxLength={128}
          autoComplete="off"
          readOnly={isPending}
          isFigures
          hint="Its name, as the server lists it. The method means nothing then. Empty for anything else."
        />
        <p className="flex flex-wrap gap-4">
          <Button type="submit" name="act" value="check" variant={isListable ? 'plain' : 'primary'} isBusy={isPending}>
            {checks.length > 0 ? 'Check again' : 'Check it'}
          </Button>
          {isListable && (
            <Button type="submit" name="act" value="list" variant="primary" isBusy={isPending}>
              List it
            </Button>
          )}
        </p>
      </form>
      <p role="status" className="min-h-6 text-small text-quiet">
        {isPending ? 'Asking the address without payment' : progressOf(checks, isListable)}
      </p>
      {rejection !== null && (
        <Notice tone="refused" title="It is not listed" announce="assertive">
          <p>{rejection}</p>
        </Notice>
      )}
      {checks.length > 0 && <CheckList checks={checks} />}
    </div>
  )
}

function progressOf(checks: { level: string; isPassed: boolean }[], isListable: boolean): string {
  if (checks.length === 0) return ''
  if (isListable) return 'It can be listed. What is marked as better makes it easier to find.'
  const missing = checks.filter(({ level, isPassed }) => level === 'required' && !isPassed).length
  return missing === 1
    ? 'It cannot be listed yet: one thing is missing.'
    : `It cannot be listed yet: ${missing} things are missing.`
}
