# langchain-mcp-adapters against the server at the address that is given. Prints what came of each as one line of JSON.
import asyncio
import json
import sys

from langchain_mcp_adapters.callbacks import Callbacks
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools
from mcp.types import ElicitResult


async def yes(mcp_context, params, context):
    return ElicitResult(action="accept", content={"allow": True})


async def said(work):
    try:
        return str(await work)
    except BaseException as error:
        return f"failed: {type(error).__name__} {error}"


async def main(url):
    callbacks = Callbacks(on_elicitation=yes)
    client = MultiServerMCPClient({"ours": {"transport": "streamable_http", "url": url}}, callbacks=callbacks)
    async with client.session("ours") as session:
        tools = {tool.name: tool for tool in await load_mcp_tools(session)}
        answers = {
            "list": " ".join(tools),
            "call": await said(tools["add"].ainvoke({"a": 2, "b": 3})),
            "approve": await said(tools["send"].ainvoke({"to": "ann"})),
            "background": await said(tools["job"].ainvoke({})),
        }
        waiting = asyncio.create_task(tools["wait"].ainvoke({}))
        await asyncio.sleep(0.5)
        waiting.cancel()
        answers["cancel"] = await said(waiting)
        # What is looked at when this line comes shall not be the work of the end of the connection.
        await asyncio.sleep(0.5)
        print(json.dumps(answers), flush=True)
        await asyncio.sleep(0.5)


asyncio.run(main(sys.argv[1]))
