'use client'

import { Button } from '@/lib/ui/button'
import { TextField } from '@/lib/ui/text-field'
import { duplicate } from '../_actions/route-actions'
import { useSentForm } from './use-sent-form'

export function DuplicateForm({ routeId, path }: { routeId: string; path: string }) {
  const { state, isSending, posted, formProps } = useSentForm(duplicate)
  return (
    <form {...formProps} className="grid max-w-measure gap-4">
      <h2 className="text-title font-strong">Duplicate it</h2>
      <input type="hidden" name="routeId" value={routeId} />
      <TextField
        id="copy-path"
        name="path"
        label="Path of the copy"
        isFigures
        required
        defaultValue={posted.path?.[0] ?? `${path}-2`}
        error={state.fields.path ?? (state.message || undefined)}
      />
      <p>
        <Button type="submit" isBusy={isSending}>
          Make a draft of it
        </Button>
      </p>
    </form>
  )
}
