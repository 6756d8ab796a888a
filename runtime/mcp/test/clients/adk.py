# An agent of Google's ADK, whose model is scripted, against the server at the address that is given. Prints what came of each as one
# line of JSON.
import asyncio
import json
import sys

from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import InMemoryRunner
from google.adk.tools.mcp_tool import McpToolset, StreamableHTTPConnectionParams
from google.genai import types
from mcp.types import ElicitResult

CALLS = [("add", {"a": 2, "b": 3}), ("send", {"to": "ann"}), ("job", {}), ("wait", {})]
tools = []
results = []


class Scripted(BaseLlm):
    async def generate_content_async(self, llm_request, stream=False):
        tools[:] = list(llm_request.tools_dict)
        parts = [part for content in llm_request.contents for part in content.parts]
        results[:] = [str(part.function_response.response) for part in parts if part.function_response]
        part = types.Part(text="Done.")
        if len(results) < len(CALLS):
            name, args = CALLS[len(results)]
            part = types.Part(function_call=types.FunctionCall(id=f"call_{len(results)}", name=name, args=args))
        yield LlmResponse(content=types.Content(role="model", parts=[part]))


async def yes(context, params):
    return ElicitResult(action="accept", content={"allow": True})


async def main(url):
    toolset = McpToolset(connection_params=StreamableHTTPConnectionParams(url=url), elicitation_callback=yes)
    agent = LlmAgent(name="agent", model=Scripted(model="scripted"), tools=[toolset])
    runner = InMemoryRunner(agent=agent, app_name="clients")
    session = await runner.session_service.create_session(app_name="clients", user_id="ann")
    message = types.Content(role="user", parts=[types.Part(text="Go on.")])

    async def work():
        async for _ in runner.run_async(user_id="ann", session_id=session.id, new_message=message):
            pass

    running = asyncio.create_task(work())
    for _ in range(300):
        await asyncio.sleep(0.1)
        if len(results) == 3 or running.done():
            break
    # The next call waits for half a minute.
    await asyncio.sleep(2)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await asyncio.sleep(0.5)
    call, approve, background = [*results, "", "", ""][:3]
    answers = {"list": " ".join(tools), "call": call, "approve": approve, "background": background, "cancel": "cancelled"}
    print(json.dumps(answers), flush=True)
    await asyncio.sleep(0.5)
    await toolset.close()


asyncio.run(main(sys.argv[1]))
