// From the document, "Example Composite Execution": what the model sends.
export const input =
{
  calls: [
    { name: 'add', args: { a: 1, b: 2 } },
    { name: 'multiply', args: { a: 3, b: 4 } }
  ]
}
