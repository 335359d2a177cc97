import { readFileSync, writeFileSync } from 'node:fs'
import { describeServerVariables } from '@/lib/infra/describe-variables'
import { configurationPage } from './configuration-page'

/** Writes the pages of docs/ that are made from the code. */
writeFileSync(
  'docs/configuration.md',
  configurationPage(describeServerVariables(), readFileSync('.env.example', 'utf8')),
)
