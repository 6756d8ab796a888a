# The client of fastmcp against the server at the address that is given. Prints what came of each as one line of JSON.
import asyncio
import json
import sys

from fastmcp import Client


async def yes(message, response_type, params, context):
    return {"allow": True}


async def said(work):
    try:
        return str((await work).content)
    except BaseException as error:
        return f"failed: {type(error).__name__} {error}"


async def main(url):
    async with Client(url, elicitation_handler=yes) as client:
        tools = await client.list_tools()
        answers = {
            "list": " ".join(tool.name for tool in tools),
            "call": await said(client.call_tool("add", {"a": 2, "b": 3})),
            "approve": await said(client.call_tool("send", {"to": "ann"})),
            "background": await said(client.call_tool("job", {})),
        }
        waiting = asyncio.create_task(client.call_tool("wait", {}))
        await asyncio.sleep(0.5)
        waiting.cancel()
        answers["cancel"] = await said(waiting)
        # What is looked at when this line comes shall not be the work of the end of the connection.
        await asyncio.sleep(0.5)
        print(json.dumps(answers), flush=True)
        await asyncio.sleep(0.5)


asyncio.run(main(sys.argv[1]))
