import type { Page } from '@playwright/test'
import { signAs } from '../wallets/at-checkout'

/** Has the connected wallet sign what a form is about to change. */
export const confirmChange = (page: Page): Promise<void> => signAs(page, 'Confirm with your wallet')
