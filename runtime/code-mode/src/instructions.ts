/** What a model is told of programs. The same in every run, so that what a provider keeps of a prompt stays good. */
export const INSTRUCTIONS = `\
Run JavaScript that calls tools. The body of an async function: use await and return.
Call this tool alone; the others are functions of the program: { "code": "const found = await tools.find({ name: 'Ann' }); return found.id;" }
tools.NAME(args) returns a promise of its result. Run independent calls with Promise.all.
What you return (JSON) comes back, with console output; results of calls do not. Return only what you need.
Where no type of a result is declared, return one first and look at it.
A call that is refused or fails throws ToolError { code, message, suggestion?, tool, ran: "no" | "yes" | "unknown" }.
attempt(tools.x(args)) gives { ok: true, value } or { ok: false, error } instead. ran "unknown": check before you repeat it.
In a program, show(image) lets you see an image.
A call may wait for a person's approval: await it like any other. No imports, network, files, timers. Date is the time of the last result.`;
