import { expect, it } from 'vitest'
import { parseArguments } from './parse-arguments'

const argumentsOf = (...argv: string[]) => parseArguments(argv)

it('reads a bare URL as a GET of at most one dollar on any network', () => {
  expect(argumentsOf('http://localhost:4021/weather')).toEqual({
    url: 'http://localhost:4021/weather',
    method: 'GET',
    data: null,
    headers: {},
    network: null,
    maxDollars: '$1',
    isJson: false,
    isSignInTried: true,
    timeoutSeconds: 120,
  })
})

it('posts when data is given', () => {
  expect(argumentsOf('http://a.example/x', '--data', '{"text":"hi"}')).toMatchObject({
    method: 'POST',
    data: '{"text":"hi"}',
  })
  expect(argumentsOf('http://a.example/x', '--data', 'hi', '--method', 'put')).toMatchObject({ method: 'PUT' })
})

it.each([
  ['evm', 'evm'],
  ['solana', 'svm'],
  ['algorand', 'avm'],
  ['eip155:84532', 'eip155:84532'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
])('reads --network %s', (text, network) => {
  expect(argumentsOf('http://a.example/x', '--network', text).network).toBe(network)
})

it.each([
  ['no URL', [], 'Expected a URL; --help says more.'],
  ['two URLs', ['http://a.example', 'http://b.example'], 'Expected one URL, got 2.'],
  ['another scheme', ['ftp://a.example'], 'Expected an http or https URL, got "ftp://a.example".'],
  ['no scheme', ['weather'], 'Expected an http or https URL, got "weather".'],
  ['an unknown flag', ['http://a.example', '--frob'], "Unknown option '--frob'."],
  ['an unknown network', ['http://a.example', '--network', 'mars'], '--network: no such network: mars.'],
  ['a price in words', ['http://a.example', '--max', 'ten'], '--max: expected a dollar amount such as $0.10, got ten.'],
  ['a negative price', ['http://a.example', '--max=-5'], '--max: expected a dollar amount such as $0.10, got -5.'],
  ['a header without a colon', ['http://a.example', '--header', 'Accept'], "--header: expected 'Name: value'."],
  [
    'a header that breaks the line',
    ['http://a.example', '--header', 'A: b\r\nC: d'],
    "--header: expected 'Name: value'.",
  ],
  ['data with GET', ['http://a.example', '--data', 'x', '--method', 'GET'], '--data cannot be sent with GET.'],
  ['a method that cannot be sent', ['http://a.example', '--method', 'TRACE'], '--method: no such method: TRACE.'],
  [
    'a password in the URL, without repeating it',
    ['http://me:secret@a.example'],
    "Expected a URL without a password; send it by --header 'Authorization: …'.",
  ],
  ['a method that is none', ['http://a.example', '--method', 'G T'], '--method: no such method: G T.'],
])('refuses %s', (_name, argv, problem) => {
  expect(() => parseArguments(argv)).toThrow(problem)
})
